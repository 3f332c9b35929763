/** A full-text index over the files of a directory, made of posting lists. */
package io.octavo.examples.words;
