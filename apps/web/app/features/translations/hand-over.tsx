import { isTranslator } from "@kakehashi/contract/known-languages";
import type { TranslationUnit } from "@kakehashi/contract/translations";
import { useTranslation } from "react-i18next";
import { Form, useForm } from "../../kit/form.tsx";
import { toast } from "../../kit/toast.ts";
import { Dialog } from "../../kit/ui/dialog.tsx";
import { DialogButtons } from "../../kit/ui/dialog-buttons.tsx";
import { SelectField } from "../../kit/ui/select.tsx";
import { TextArea } from "../../kit/ui/text-area.tsx";
import { useReader } from "../auth/reader.ts";
import { usePeopleIn } from "../conversations/members.ts";
import { handOver } from "./queries.ts";

const schema = () =>
  import("@kakehashi/contract/schemas/translations").then(
    ({ handOverTranslation }) => handOverTranslation.body,
  );

interface Props {
  unit: TranslationUnit;
  opened: boolean;
  onClose: () => void;
  /** The translation belongs to somebody else now. */
  onGiven: () => void;
}

/** Gives a translation to another translator of the conversation, with a note. */
export function HandOver({ unit, opened, onClose, onGiven }: Props) {
  const { t } = useTranslation("translations");
  return (
    <Dialog opened={opened} onClose={onClose} title={t("handOverTitle")}>
      <HandOverForm unit={unit} close={onClose} onGiven={onGiven} />
    </Dialog>
  );
}

function HandOverForm({ unit, close, onGiven }: Pick<Props, "unit" | "onGiven"> & { close: () => void }) {
  const { t } = useTranslation("translations");
  const { userId } = useReader();
  const { message, language } = unit;
  const people = usePeopleIn(message.conversation_id).filter(
    ({ id, role }) => id !== userId && isTranslator(role),
  );
  const form = useForm({
    schema,
    values: { user_id: "", note: "" },
    async send(given) {
      await handOver(message.id, language, given);
      const name = people.find(({ id }) => id === given.user_id)?.name ?? "";
      toast(t("handedOver", { name }));
      close();
      onGiven();
    },
  });
  return (
    <Form
      form={form}
      actions={
        <DialogButtons onCancel={close} isSubmitting={form.isSubmitting}>
          {t("handOver")}
        </DialogButtons>
      }
    >
      <SelectField
        {...form.field("user_id")}
        data-autofocus
        label={t("handOverTo")}
        description={t(people.length > 0 ? "handOverToHint" : "handOverNobody")}
      >
        <option value="">{t("handOverChoose")}</option>
        {people.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <TextArea {...form.field("note")} label={t("noteField")} rows={2} autosize maxRows={8} />
    </Form>
  );
}
