import { avatarSide, maximumPictureBytes, setAvatar } from "@kakehashi/contract/profiles";
import type { Account } from "@kakehashi/contract/users";
import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../kit/api.ts";
import { queryClient } from "../../kit/query.ts";
import { toast } from "../../kit/toast.ts";
import { Avatar } from "../../kit/ui/avatar.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { Cropper } from "./cropper.tsx";
import styles from "./profile.module.css";

async function readImage(file: File): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = URL.createObjectURL(file);
  await image.decode();
  return image;
}

/** The person's picture, with a button to change it. */
export function Picture({ account, error }: { account: Account; error?: string | undefined }) {
  const { t } = useTranslation(["profiles", "profileForm"]);
  const input = useRef<HTMLInputElement>(null);
  const [image, setImage] = useState<HTMLImageElement | null>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: (body: Blob) => call(setAvatar, { body }),
    onSuccess: async () => {
      setImage(null);
      await queryClient().invalidateQueries({ queryKey: ["account"] });
      await queryClient().invalidateQueries({ queryKey: ["person", account.id] });
      toast(t("profileForm:saved"));
    },
  });

  async function choose(file: File | undefined): Promise<void> {
    if (!file) return;
    if (file.size > maximumPictureBytes) return toast(t("profileForm:pictureHint"), "error");
    try {
      setImage(await readImage(file));
    } catch {
      toast(t("profileForm:notPicture"), "error");
    }
  }

  return (
    <div className={styles.picture}>
      <Avatar id={account.id} name={account.name} image={account.avatar} size={80} />
      <div>
        <Button onClick={() => input.current?.click()}>{t("profileForm:choosePicture")}</Button>
        <p className={styles.hint}>
          {account.avatar
            ? t("profileForm:pictureHint")
            : `${t("profileForm:picture")} (${t("profileForm:needed")}). ${t("profileForm:pictureHint")}`}
        </p>
        {error && (
          <p className={styles.error} role="alert">
            {error}
          </p>
        )}
      </div>
      <input
        ref={input}
        className="visually-hidden"
        type="file"
        tabIndex={-1}
        aria-label={t("profileForm:picture")}
        accept="image/png,image/jpeg,image/webp,image/gif"
        onChange={({ currentTarget }) => {
          void choose(currentTarget.files?.[0]);
          currentTarget.value = "";
        }}
      />
      {image && (
        <Cropper
          image={image}
          pixels={avatarSide * 2}
          busy={isPending}
          onCropped={mutate}
          close={() => {
            URL.revokeObjectURL(image.src);
            setImage(null);
          }}
        />
      )}
    </div>
  );
}
