/**
 * Finds the placeholder `{{name}}` in a text. The name is a variable's name: see `variableNameSchema`. This file has no
 * schema, so that browsers can use it before they load the validator.
 */
export const placeholderPattern = /\{\{ {0,3}([\p{L}_][\p{L}\p{M}\p{N}_]{0,49}) {0,3}\}\}/gu;
