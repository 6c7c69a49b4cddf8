/** What pages are measured against: a minimal static Next page. */
export default function Page() {
  return 'A page.'
}
