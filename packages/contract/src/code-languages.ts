/**
 * The programming languages of a snippet: the name for the syntax highlighter, the displayed name, and the file
 * extension. `plaintext` has no colours; its displayed name is translated.
 */
export const codeLanguages = {
  plaintext: { name: "Plain text", extension: "txt" },
  bash: { name: "Bash", extension: "sh" },
  c: { name: "C", extension: "c" },
  cpp: { name: "C++", extension: "cpp" },
  csharp: { name: "C#", extension: "cs" },
  css: { name: "CSS", extension: "css" },
  diff: { name: "Diff", extension: "diff" },
  go: { name: "Go", extension: "go" },
  graphql: { name: "GraphQL", extension: "graphql" },
  ini: { name: "INI, TOML", extension: "toml" },
  java: { name: "Java", extension: "java" },
  javascript: { name: "JavaScript", extension: "js" },
  json: { name: "JSON", extension: "json" },
  kotlin: { name: "Kotlin", extension: "kt" },
  less: { name: "Less", extension: "less" },
  lua: { name: "Lua", extension: "lua" },
  makefile: { name: "Makefile", extension: "mk" },
  markdown: { name: "Markdown", extension: "md" },
  objectivec: { name: "Objective-C", extension: "m" },
  perl: { name: "Perl", extension: "pl" },
  php: { name: "PHP", extension: "php" },
  python: { name: "Python", extension: "py" },
  r: { name: "R", extension: "r" },
  ruby: { name: "Ruby", extension: "rb" },
  rust: { name: "Rust", extension: "rs" },
  scss: { name: "SCSS", extension: "scss" },
  shell: { name: "Shell session", extension: "console" },
  sql: { name: "SQL", extension: "sql" },
  swift: { name: "Swift", extension: "swift" },
  typescript: { name: "TypeScript", extension: "ts" },
  vbnet: { name: "Visual Basic .NET", extension: "vb" },
  wasm: { name: "WebAssembly", extension: "wat" },
  xml: { name: "HTML, XML", extension: "html" },
  yaml: { name: "YAML", extension: "yaml" },
} as const satisfies Readonly<Record<string, { readonly name: string; readonly extension: string }>>;
export type CodeLanguage = keyof typeof codeLanguages;
export const codeLanguageIds = Object.keys(codeLanguages) as [CodeLanguage, ...CodeLanguage[]];

/**
 * Returns the file name of a snippet: the title, and the language's extension if the title does not already end with an
 * extension. Replaces characters that file systems forbid, and cuts a long title.
 */
export function createCodeFileName({
  title,
  language,
}: {
  readonly title: string;
  readonly language: CodeLanguage;
}): string {
  const fileNameWithoutExtension = title
    .replace(/[\\/:*?"<>|]/g, "-")
    .replace(/^[. ]+/, "")
    .slice(0, 120);
  const { extension } = codeLanguages[language];
  if (/[^.\s]\.[A-Za-z0-9]{1,10}$/.test(fileNameWithoutExtension)) return fileNameWithoutExtension;
  return `${fileNameWithoutExtension.trim() || "code"}.${extension}`;
}
