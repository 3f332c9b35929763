/**
 * State stores of Kafka Streams in Octavo. All stores of a task share one file; the offsets of
 * their changelogs are committed with their data.
 *
 * <p>{@link io.octavo.kafka.OctavoDslStoreSuppliers} makes Octavo the store of all operators of an
 * application; {@link io.octavo.kafka.OctavoStores} creates single stores; {@link
 * io.octavo.kafka.OctavoConfig} is the configuration.
 */
@NullMarked
package io.octavo.kafka;

import org.jspecify.annotations.NullMarked;
