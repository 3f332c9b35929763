/**
 * A starter for Spring Boot: an application that has it and sets {@code octavo.path} has a store.
 */
package io.octavo.examples.spring;
