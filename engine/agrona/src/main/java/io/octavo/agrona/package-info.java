/**
 * Maps of byte strings with keys and values in Agrona's buffers, for programs that use Aeron and
 * SBE. Start with {@link io.octavo.agrona.BufferMap}. For codecs over buffers, as of {@link
 * io.octavo.Store#map}, see {@link io.octavo.agrona.BufferCodec}.
 *
 * <p>A program in a module also has {@code requires org.agrona}. Agrona's buffers, not Octavo, need
 * a flag of the JVM, on JDK 17 to 25:
 *
 * <pre>
 * --add-opens java.base/jdk.internal.misc=ALL-UNNAMED    Agrona on the class path
 * --add-opens java.base/jdk.internal.misc=org.agrona     Agrona on the module path
 * </pre>
 *
 * <p>An agent need not block until a commit is durable: in its duty cycle it polls the tickets of
 * {@link io.octavo.Transaction#commitLater}, and its runner idles by the agent's idle strategy:
 *
 * <pre>{@code
 * int work = 0;
 * while (!tickets.isEmpty() && tickets.peek().isDurable()) {
 *   acknowledge(tickets.remove());
 *   work++;
 * }
 * return work;
 * }</pre>
 *
 * <p>Any other thread waits for a ticket with an idle strategy: {@code while (!ticket.isDurable())
 * idleStrategy.idle();} and then {@code idleStrategy.reset();}. With {@link
 * io.octavo.Durability#CHECKPOINT} a commit may become durable late, or not until the store is
 * closed; {@link io.octavo.CommitTicket#await} makes it durable now.
 */
@NullMarked
package io.octavo.agrona;

import org.jspecify.annotations.NullMarked;
