/**
 * `{{name}}` in a text. The name is a variable's: see `variableName`. Without a schema, so that browsers can use it
 * before they load any.
 */
export const placeholder = /\{\{ {0,3}([\p{L}_][\p{L}\p{M}\p{N}_]{0,49}) {0,3}\}\}/gu;
