import type { Plugin } from "vite";

/** What the chat's first view loads, beginning at these modules. */
const chat = /\/app\/(?:entry\.client|root|routes\/workspace\/(?:layout|chat|conversation))\.tsx/;

/** Its scripts, each what of the chat these modules need as well, and no earlier script holds. */
const scripts: readonly { readonly name: string; readonly of: RegExp; readonly packaged?: RegExp }[] = [
  { name: "base", of: /\/app\/(?:entry\.client|root)\.tsx/ },
  // The public pages run none of it, but the styles of what they import come to them in the same files.
  { name: "site", of: /\/app\/routes\/site\/(?!test[.-])[^/]+\.tsx/ },
  {
    name: "account",
    of: /\/app\/routes\/account\/[^/]+\.tsx/,
    // What its icons and fields share with everybody else's.
    packaged:
      /@tabler\/icons-react\/.*\/(?:createReactComponent|defaultAttributes)\.|@mantine\/core\/.*\/ActionIcon[./]/,
  },
  { name: "workspace", of: /\/app\/routes\/workspace\/(?!chat\.|conversation\.)[^/]+\.tsx/ },
  { name: "chat", of: chat },
];

/** Entries of the build themselves, as the router asks for them. */
const entry = /\?(?:__react-router-build-client-route|route-chunk=)/;
const texts = /\/app\/i18n\/(\w+)\/browser\.ts$/;
/** Left to the bundler, which knows what of a package is used. */
const foreign = /node_modules|^\0/;
/** Except icons: small, in one package, and each somebody else's. */
const icon = /@tabler\/icons-react\/.*\/(Icon\w+)\.\w+$/;

/**
 * Puts what the chat's first view loads into a few scripts. A bundler cuts wherever two pages share something else: it
 * came in a hundred, each compressed by itself and each named in the list of routes, and weighed a seventh more.
 */
export function fewChunks(): Plugin {
  const scriptOf = new Map<string, string>();
  return {
    name: "few-chunks",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "client",
    buildEnd() {
      const ids = [...this.getModuleIds()];
      const icons = new Map(ids.map((id) => [icon.exec(id)?.[1], id]));
      const importedBy = (id: string): readonly string[] => {
        const { importedIds = [], code } = (!foreign.test(id) && this.getModuleInfo(id)) || {};
        const named = code?.match(/\bIcon[A-Z]\w+/g) ?? [];
        const own = importedIds.filter((imported) => !foreign.test(imported));
        return [...own, ...named.flatMap((name) => icons.get(name) ?? [])];
      };
      const within = (of: RegExp) =>
        closure(
          ids.filter((id) => of.test(id)),
          importedBy,
        );
      const loaded = within(chat);
      for (const { name, of } of scripts)
        for (const id of within(of))
          if (loaded.has(id) && !entry.test(id) && !scriptOf.has(id)) scriptOf.set(id, name);
    },
    outputOptions: (output) => ({
      ...output,
      // By their language: all three files are called alike.
      chunkFileNames: ({ facadeModuleId }) => {
        const language = texts.exec(facadeModuleId ?? "")?.[1];
        return `assets/${language ? `texts-${language}` : "[name]"}-[hash].js`;
      },
      codeSplitting: {
        groups: scripts.map(({ name, packaged }) => ({
          name,
          test: (id) => scriptOf.get(id) === name || packaged?.test(id),
        })),
      },
    }),
  };
}

function closure(from: readonly string[], importedBy: (id: string) => readonly string[]): Set<string> {
  const found = new Set(from);
  for (const id of found) for (const imported of importedBy(id)) found.add(imported);
  return found;
}
