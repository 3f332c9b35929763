/** Keys and values of Octavo in the buffers of Agrona. */
@SuppressWarnings("requires-automatic") // Agrona has a name, but no descriptor
module io.octavo.agrona {
  requires transitive io.octavo;
  requires org.agrona;
  requires static org.jspecify;

  exports io.octavo.agrona;
}
