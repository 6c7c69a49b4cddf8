import type { ComponentProps } from 'react'
import { IconButton } from '../Button'
import { MoreIcon } from '../look/icons'
import { Menu, type MenuItem } from './Menu'

type Props = Pick<ComponentProps<typeof IconButton>, 'label' | 'look' | 'size'> & { items: readonly MenuItem[] }

/** The rest of what can be done with a page, a row or a choice of rows, behind three dots. */
export const MoreMenu = ({ items, ...button }: Props) => (
  <Menu
    items={items}
    opener={(opener) => (
      <IconButton {...opener} {...button}>
        <MoreIcon />
      </IconButton>
    )}
  />
)
