package io.octavo.profile.imports;

import com.google.protobuf.ByteString;
import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldOptions;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.DynamicMessage;
import java.util.ArrayList;
import java.util.List;

/** The messages of pprof for the library of Protocol Buffers. */
final class PprofMessages {
  private static final FieldDescriptorProto.Type INT64 = FieldDescriptorProto.Type.TYPE_INT64;
  private static final FieldDescriptorProto.Type UINT64 = FieldDescriptorProto.Type.TYPE_UINT64;

  private final FileDescriptor file;

  /** Makes them with lists of numbers that are packed, or not. */
  PprofMessages(boolean packed) {
    FileDescriptorProto.Builder all =
        FileDescriptorProto.newBuilder().setName("pprof").setSyntax("proto3");
    all.addMessageType(message("Type", number("name", 1, INT64), number("unit", 2, INT64)));
    all.addMessageType(message("Label", number("key", 1, INT64), number("num", 3, INT64)));
    all.addMessageType(
        message(
            "Sample",
            numbers("location", 1, UINT64, packed),
            numbers("value", 2, INT64, packed),
            nested("label", 3, "Label")));
    all.addMessageType(
        message(
            "Mapping",
            number("id", 1, UINT64),
            number("start", 2, UINT64),
            number("limit", 3, UINT64),
            number("offset", 4, UINT64),
            number("file", 5, INT64)));
    all.addMessageType(message("Line", number("function", 1, UINT64), number("line", 2, INT64)));
    all.addMessageType(
        message(
            "Location",
            number("id", 1, UINT64),
            number("mapping", 2, UINT64),
            number("address", 3, UINT64),
            nested("line", 4, "Line")));
    all.addMessageType(
        message(
            "Function",
            number("id", 1, UINT64),
            number("name", 2, INT64),
            number("system", 3, INT64),
            number("file", 4, INT64)));
    all.addMessageType(
        message(
            "Profile",
            nested("type", 1, "Type"),
            nested("sample", 2, "Sample"),
            nested("mapping", 3, "Mapping"),
            nested("location", 4, "Location"),
            nested("function", 5, "Function"),
            field("string", 6, FieldDescriptorProto.Type.TYPE_STRING)
                .setLabel(FieldDescriptorProto.Label.LABEL_REPEATED),
            number("time", 9, INT64),
            number("duration", 10, INT64),
            nested("period", 11, "Type"),
            number("interval", 12, INT64)));
    try {
      file = FileDescriptor.buildFrom(all.build(), new FileDescriptor[0]);
    } catch (DescriptorValidationException e) {
      throw new AssertionError(e);
    }
  }

  private static DescriptorProto message(String name, FieldDescriptorProto.Builder... fields) {
    DescriptorProto.Builder message = DescriptorProto.newBuilder().setName(name);
    List.of(fields).forEach(message::addField);
    return message.build();
  }

  private static FieldDescriptorProto.Builder field(
      String name, int number, FieldDescriptorProto.Type type) {
    return FieldDescriptorProto.newBuilder().setName(name).setNumber(number).setType(type);
  }

  private static FieldDescriptorProto.Builder number(
      String name, int number, FieldDescriptorProto.Type type) {
    return field(name, number, type).setLabel(FieldDescriptorProto.Label.LABEL_OPTIONAL);
  }

  private static FieldDescriptorProto.Builder numbers(
      String name, int number, FieldDescriptorProto.Type type, boolean packed) {
    return field(name, number, type)
        .setLabel(FieldDescriptorProto.Label.LABEL_REPEATED)
        .setOptions(FieldOptions.newBuilder().setPacked(packed));
  }

  private static FieldDescriptorProto.Builder nested(String name, int number, String type) {
    return field(name, number, FieldDescriptorProto.Type.TYPE_MESSAGE)
        .setTypeName(type)
        .setLabel(FieldDescriptorProto.Label.LABEL_REPEATED);
  }

  Descriptor type(String name) {
    return file.findMessageTypeByName(name);
  }

  /** Makes a message of names and values of fields by turns; a list is a repeated field. */
  DynamicMessage of(String name, Object... fields) {
    DynamicMessage.Builder message = DynamicMessage.newBuilder(type(name));
    for (int i = 0; i < fields.length; i += 2) {
      message.setField(type(name).findFieldByName((String) fields[i]), fields[i + 1]);
    }
    return message.build();
  }

  /** Returns a field of a message. */
  static Object get(DynamicMessage message, String field) {
    FieldDescriptor descriptor = message.getDescriptorForType().findFieldByName(field);
    return message.getField(descriptor);
  }

  static long number(DynamicMessage message, String field) {
    return (long) get(message, field);
  }

  /** Returns a repeated field of a message. */
  static <T> List<T> list(DynamicMessage message, String field, Class<T> type) {
    List<T> list = new ArrayList<>();
    ((List<?>) get(message, field)).forEach(each -> list.add(type.cast(each)));
    return list;
  }

  /** Puts messages together as one. */
  static byte[] joined(List<DynamicMessage> parts) {
    return ByteString.copyFrom(parts.stream().map(DynamicMessage::toByteString).toList())
        .toByteArray();
  }
}
