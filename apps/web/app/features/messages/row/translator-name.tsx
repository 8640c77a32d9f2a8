import { useNameInLine } from "../../profiles/other-name.tsx";
import { usePerson } from "../../profiles/people.ts";

/** The name of a translator in the line below a message. */
export function TranslatorName({ userId }: { userId: string }) {
  const nameOf = useNameInLine();
  const person = usePerson(userId);
  return person && <span>{nameOf(person)}</span>;
}
