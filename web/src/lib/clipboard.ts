/** Copies a text; tells whether it was. Pages that are not on https have no clipboard: there the old command copies what is selected. */
export async function copyText(text: string): Promise<boolean> {
  if (!navigator.clipboard) return copySelected(text);
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  );
}

function copySelected(text: string): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true;
  field.style.position = 'fixed';
  document.body.append(field);
  field.select();
  const copied = document.execCommand('copy');
  field.remove();
  return copied;
}
