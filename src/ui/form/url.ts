/** Adds https:// to a pasted URL without a scheme. Other text is only trimmed; validation checks it. */
export const withScheme = (text: string): string => {
  const plain = text.trim()
  return /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+([/?#:]\S*)?$/u.test(plain) ? `https://${plain}` : plain
}
