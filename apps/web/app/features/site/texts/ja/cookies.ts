import type { CookieTableTexts } from "../texts.ts";

/** The only Japanese text of the page about cookies. The rest of that page is in English or Vietnamese. */
export default {
  name: "名前",
  purpose: "用途",
  when: "保存される時",
  life: "有効期間",
  rows: [
    {
      name: "access_token",
      purpose: "サインインしていることを示します",
      when: "サインインした時",
      life: "60日間、またはサインアウトまで",
    },
    {
      name: "refresh_token",
      purpose: "パスワードを再入力せずにセッションを更新します",
      when: "サインインした時",
      life: "60日間、またはサインアウトまで",
    },
    {
      name: "device",
      purpose: "見知らぬブラウザーからのサインインをメールでお知らせします",
      when: "サインインした時",
      life: "400日間",
    },
    {
      name: "sign_in_challenge",
      purpose: "パスワードの入力から2段階認証のコードの入力までをつなぎます",
      when: "2段階認証でサインインする時",
      life: "10分間",
    },
    {
      name: "identity_flow",
      purpose: "Google から、元のブラウザーに戻ってきたことを確かめます",
      when: "Google でサインインする時",
      life: "10分間",
    },
    {
      name: "session_lang",
      purpose: "メニューの言語を記憶します",
      when: "言語を選んだ時",
      life: "1年間",
    },
    {
      name: "theme",
      purpose: "明るい配色か暗い配色かを記憶します",
      when: "配色を選んだ時",
      life: "1年間",
    },
  ],
} satisfies CookieTableTexts;
