/**
 * Matches the names of variables in which visitors tell their own name. PostgreSQL understands its source, too; there
 * `~*` ignores case.
 */
export const nameVariable = /^(?:name|full ?name|tên|họ tên|họ và tên|お?名前|氏名)$/i;
