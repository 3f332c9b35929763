/**
 * What lies in a file: its pages, trees and collections, what is wrong with them, and the verbs
 * check, maps, stat and tree.
 */
@NullMarked
package io.octavo.command.survey;

import org.jspecify.annotations.NullMarked;
