import { defineRecipe } from '@chakra-ui/react'

export const inputRecipe = defineRecipe({
  base: {
    w: '100%',
    minW: 0,
    h: '42px',
    px: 3,
    borderRadius: 'm',
    borderWidth: '1px',
    borderColor: 'borderControl',
    bg: 'surface',
    color: 'text',
    // Under 16 px iOS zooms the page when a field gets the focus.
    fontSize: { base: '1rem', md: 'md' },
    lineHeight: 1.6,
    textOverflow: 'ellipsis',
    transition: 'border-color .12s, box-shadow .12s',
    _placeholder: { color: 'faint', opacity: 1 },
    '&:hover:not(:disabled)': { borderColor: 'muted' },
    '&:focus, &:focus-visible': { outline: 'none', borderColor: 'accent', boxShadow: 'ring' },
    '&[aria-invalid=true]': { borderColor: 'bad' },
    '&:disabled, &[readonly]': { bg: 'sunken', color: 'muted', borderColor: 'border' },
  },
})
