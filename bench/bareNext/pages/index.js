/** What pages are measured against: a static page of Next, as small as it gets. */
export default function Page() {
  return 'A page.'
}
