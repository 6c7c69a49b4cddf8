import type { SystemStyleObject } from '@chakra-ui/react'

/** Styles of a long text, in the editor and where it is read. */
export const prose: SystemStyleObject = {
  fontSize: '1rem',
  lineHeight: 1.85,
  overflowWrap: 'anywhere',
  '& > * + *': { mt: 4 },
  '& h2': { fontSize: '1.375rem', mt: 8 },
  '& h3': { fontSize: '1.1875rem', mt: 7 },
  '& h4': { fontSize: '1.0625rem', mt: 6 },
  '& > :first-child': { mt: 0 },
  '& ul, & ol': { pl: 6 },
  '& ul': { listStyleType: 'disc' },
  '& ol': { listStyleType: 'decimal' },
  '& li > * + *, & li + li': { mt: 1 },
  '& blockquote': {
    pl: 4,
    borderLeftWidth: '3px',
    borderColor: 'borderStrong',
    color: 'muted',
    '& > * + *': { mt: 2 },
  },
  '& a': { color: 'accentText', textDecoration: 'underline', textUnderlineOffset: '3px' },
  '& strong': { fontWeight: 700 },
  '& em': { fontStyle: 'italic' },
  '& code': { fontFamily: 'ui-monospace, monospace', fontSize: '.9em', bg: 'sunken', px: 1, borderRadius: 's' },
  '& hr': { my: 8, borderColor: 'borderStrong' },
  '& img': { display: 'block', maxW: '100%', h: 'auto', borderRadius: 'm' },
  '& iframe': { display: 'block', w: '100%', borderWidth: 0, borderRadius: 'm', bg: 'sunken' },
}
