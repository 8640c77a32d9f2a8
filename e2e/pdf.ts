/**
 * Creates a PDF with one page for each line of text. The font is not embedded. `extraObjects` is inserted into the
 * trailer.
 */
export function createPdf(lines: readonly string[], extraObjects = ""): Buffer {
  const computePageObjectNumber = (index: number) => 4 + 2 * index;
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Count ${lines.length} /Kids [${lines.map((_, index) => `${computePageObjectNumber(index)} 0 R`).join(" ")}] >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ...lines.flatMap((line, index) => {
      const pageContent = `BT /F1 24 Tf 72 720 Td (${line}) Tj ET`;
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${computePageObjectNumber(index) + 1} 0 R >>`,
        `<< /Length ${pageContent.length} >>\nstream\n${pageContent}\nendstream`,
      ];
    }),
  ];
  let text = "%PDF-1.7\n";
  const objectOffsets = objects.map((pdfObject, index) => {
    const byteOffset = text.length;
    text += `${index + 1} 0 obj\n${pdfObject}\nendobj\n`;
    return `${String(byteOffset).padStart(10, "0")} 00000 n \n`;
  });
  const xrefOffset = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${objectOffsets.join("")}`;
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${extraObjects}>>\nstartxref\n${xrefOffset}\n%%EOF\n`;
  return Buffer.from(text, "latin1");
}

const repeatHexByte = (count: number) => `<${"5a".repeat(count)}>`;
/** A trailer entry that encrypts the PDF with an unknown password. */
export const encryptionTrailerEntry = `/ID [${repeatHexByte(16)} ${repeatHexByte(16)}] /Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O ${repeatHexByte(32)} /U ${repeatHexByte(32)} >> `;
