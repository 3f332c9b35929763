/**
 * Items by ids in the order of their arrival: dictionaries, tables of pairs and tables of call
 * stacks. The items are in a list, whose pages are the lowest of a tree of longs; an index finds
 * them.
 */
@NullMarked
package io.octavo.ids;

import org.jspecify.annotations.NullMarked;
