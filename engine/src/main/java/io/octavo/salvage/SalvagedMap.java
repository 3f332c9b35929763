package io.octavo.salvage;

import io.octavo.CollectionType;
import java.util.OptionalLong;

/**
 * A collection that a salvage has made.
 *
 * @param name its name; {@code lost-N} if the name is lost
 * @param type its type
 * @param entries its entries, of posting lists the lists
 * @param expected the entries at the last checkpoint, where the catalogue says so
 */
public record SalvagedMap(String name, CollectionType type, long entries, OptionalLong expected) {}
