/**
 * The names of variables in which visitors tell their own name, as a regular expression for JavaScript and PostgreSQL.
 * Case does not matter.
 */
export const nameVariables = "^(?:name|full ?name|tên|họ tên|họ và tên|お?名前|氏名)$";
