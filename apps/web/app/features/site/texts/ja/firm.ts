import type en from "../en/firm.ts";
import type { TranslationOf } from "../shape.ts";

export default {
  title: "会社について",
  where: "所在地",
  map: "地図で見る",
  reply: "返信の目安",
  email: "メール",
  phone: "電話",
  address: "住所",
  registered: "登記上の名称",
  number: "登録番号",
} as const satisfies TranslationOf<typeof en>;
