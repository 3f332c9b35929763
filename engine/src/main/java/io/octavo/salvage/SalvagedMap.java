package io.octavo.salvage;

import io.octavo.CollectionType;
import java.util.OptionalLong;

/**
 * A collection created by a salvage.
 *
 * @param name its name; {@code lost-N} if the name is lost
 * @param type its type
 * @param entries number of its entries; for posting lists, of its lists
 * @param expected number of entries at the last checkpoint, if the catalogue contains it
 */
public record SalvagedMap(String name, CollectionType type, long entries, OptionalLong expected) {}
