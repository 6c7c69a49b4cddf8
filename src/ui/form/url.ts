/** An address as people paste it: a host without a scheme gets https://. Anything else is for the rules to judge. */
export const withScheme = (text: string): string => {
  const plain = text.trim()
  return /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+([/?#:]\S*)?$/u.test(plain) ? `https://${plain}` : plain
}
