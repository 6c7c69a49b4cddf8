import type { SystemStyleObject } from '@chakra-ui/react'

/** Where it stays while the text is scrolled: below the head of the page. */
export const toolbarTop = 56

export const toolbar: SystemStyleObject = {
  position: 'sticky',
  top: `${toolbarTop}px`,
  zIndex: 5,
  display: 'flex',
  alignItems: 'center',
  gap: 0.5,
  px: 2,
  py: 1.5,
  bg: 'surface',
  borderBottomWidth: '1px',
  borderColor: 'border',
  borderRadius: '16px 16px 0 0',
  overflowX: 'auto',
  scrollbarWidth: 'none',
  flexWrap: { base: 'nowrap', md: 'wrap' },
}

/** How many tools stand in each of its groups. */
export const toolsOfGroups = [3, 6, 5, 3, 2] as const
