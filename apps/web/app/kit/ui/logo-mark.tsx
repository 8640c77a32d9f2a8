/** The logo: two piers and an arch. Beside the company's name it is decorative. Alone, it needs a `title`. */
export function LogoMark({ size = 24, title }: { size?: number; title?: string }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 32 32"
      fill="none"
      role={title ? "img" : undefined}
      aria-label={title}
      aria-hidden={title ? undefined : true}
    >
      <path d="M8.5 7v19M23.5 7v19" stroke="currentColor" strokeWidth="4.5" strokeLinecap="round" />
      <path
        d="M3.5 18.5C8.5 9 23.5 9 28.5 18.5"
        stroke="var(--accent)"
        strokeWidth="4.8"
        strokeLinecap="round"
      />
    </svg>
  );
}
