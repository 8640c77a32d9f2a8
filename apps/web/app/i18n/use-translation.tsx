import type { DefaultNamespace, FlatNamespace, i18n, TFunction } from "i18next";
import { createContext, type ReactNode, use, useCallback, useSyncExternalStore } from "react";

type Namespaces = FlatNamespace | readonly [FlatNamespace, ...FlatNamespace[]];

interface Translation<Names extends Namespaces> {
  /** Returns a text. A key of the first namespace needs no prefix. */
  readonly t: TFunction<Names>;
  readonly i18n: i18n;
}

/** The texts of an i18next instance in its current language. */
interface LanguageTexts {
  readonly i18n: i18n;
  readonly language: string;
  /** One object for each first namespace, so that all components share it. */
  readonly translationByNamespace: Map<string, Translation<Namespaces>>;
}

const textsByInstance = new WeakMap<i18n, LanguageTexts>();

/** Returns the same object until the language of the instance changes. */
function getLanguageTexts(instance: i18n): LanguageTexts {
  let texts = textsByInstance.get(instance);
  if (texts?.language !== instance.language) {
    texts = { i18n: instance, language: instance.language, translationByNamespace: new Map() };
    textsByInstance.set(instance, texts);
  }
  return texts;
}

const LanguageTextsContext = createContext<LanguageTexts | null>(null);

/** Gives its children the texts of an i18next instance. Renders them again if the language of the instance changes. */
export function TranslationProvider({ i18n, children }: { i18n: i18n; children?: ReactNode }) {
  const subscribe = useCallback(
    (onChange: () => void) => {
      i18n.on("languageChanged", onChange);
      return () => i18n.off("languageChanged", onChange);
    },
    [i18n],
  );
  const getTexts = () => getLanguageTexts(i18n);
  const texts = useSyncExternalStore(subscribe, getTexts, getTexts);
  return <LanguageTextsContext value={texts}>{children}</LanguageTextsContext>;
}

/**
 * Returns the texts in the reader's language. Takes the place of the hook of the same name in react-i18next. There, each
 * component subscribes to the language, which takes twelve hooks of React, and a switch between two conversations renders
 * about a hundred such components. Here, the provider subscribes once, and a component only reads a context.
 */
export function useTranslation<const Names extends Namespaces = DefaultNamespace>(
  namespaces?: Names,
): Translation<Names> {
  const texts = use(LanguageTextsContext);
  if (!texts) throw new Error("useTranslation needs a TranslationProvider above it");
  const firstNamespace: string = (typeof namespaces === "object" ? namespaces[0] : namespaces) ?? "common";
  let translation = texts.translationByNamespace.get(firstNamespace);
  if (!translation) {
    const t = texts.i18n.getFixedT(texts.language, firstNamespace as FlatNamespace);
    translation = { t: t as TFunction<Namespaces>, i18n: texts.i18n };
    texts.translationByNamespace.set(firstNamespace, translation);
  }
  // The types of `t` name the keys of the namespaces. At run time, `t` is the same function.
  return translation as unknown as Translation<Names>;
}
