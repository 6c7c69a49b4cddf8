import { chakra } from '@chakra-ui/react'
import { useRouter } from 'next/router'
import { useEffect, useState } from 'react'
import { routes } from '#client/routes.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/form/Field.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { FilterIcon } from '#ui/look/icons.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { Menu } from '#ui/overlay/Menu.tsx'
import { toast } from '#ui/overlay/Toaster.tsx'
import { useUiWords } from '#ui/words.tsx'
import { useStaffOrderWords } from './words'

type View = { name: string; query: string }
const mostViews = 20

const keyOf = ({ brandId }: { brandId: string }) => `tsudoi-order-views ${brandId}`
const read = (key: string): View[] => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    if (!Array.isArray(kept)) return []
    return kept.filter((one) => typeof one?.name === 'string' && typeof one?.query === 'string').slice(0, mostViews)
  } catch {
    return []
  }
}

/** Named filters of the reader. The filter itself is in the URL; only URLs are stored. */
export const SavedViews = ({ ids }: { ids: { tenantId: string; brandId: string } }) => {
  const { views: words } = useStaffOrderWords()
  const { cancel } = useUiWords()
  const { asPath } = useRouter()
  const key = keyOf(ids)
  const [views, setViews] = useState<View[]>([])
  const [isOpen, setOpen] = useState(false)
  const [name, setName] = useState('')
  useEffect(() => setViews(read(key)), [key])
  const keep = (next: View[]) => {
    localStorage.setItem(key, JSON.stringify(next))
    setViews(next)
  }
  const current = new URLSearchParams(asPath.split('?')[1] ?? '')
  for (const passing of ['page', 'size']) current.delete(passing)
  const here = current.toString()
  return (
    <>
      <Menu
        items={[
          ...(views.length === 0
            ? [{ key: 'none', label: words.none, disabled: true }]
            : views.map((view) => ({
                key: `view ${view.name}`,
                label: view.name,
                href: `${routes.orders(ids)}${view.query && `?${view.query}`}`,
                current: view.query === here,
              }))),
          { key: 'line', line: true as const },
          { key: 'save', label: words.save, disabled: here === '', onSelect: () => setOpen(true) },
          ...views
            .filter(({ query }) => query === here)
            .map((view) => ({
              key: `remove ${view.name}`,
              label: words.remove(view.name),
              danger: true,
              onSelect: () => keep(views.filter((one) => one !== view)),
            })),
        ]}
        opener={(opener) => (
          <Button {...opener}>
            <chakra.span display={{ base: 'none', md: 'grid' }}>
              <FilterIcon size={16} />
            </chakra.span>
            {words.label}
          </Button>
        )}
      />
      {isOpen && (
        <Dialog
          open
          size="s"
          onClose={() => setOpen(false)}
          title={words.save}
          footer={
            <>
              <Button onClick={() => setOpen(false)}>{cancel}</Button>
              <Button look="primary" type="submit" form="save-view" disabled={name.trim() === ''}>
                {words.save}
              </Button>
            </>
          }
        >
          <chakra.form
            id="save-view"
            onSubmit={(event) => {
              event.preventDefault()
              const kept = { name: [...name.trim()].slice(0, 40).join(''), query: here }
              keep([...views.filter((view) => view.name !== kept.name), kept].slice(-mostViews))
              toast({ tone: 'ok', title: words.saved })
              setName('')
              setOpen(false)
            }}
          >
            <Field label={words.name} hint={words.nameHint} required>
              <TextInput value={name} maxLength={40} onChange={(event) => setName(event.currentTarget.value)} />
            </Field>
          </chakra.form>
        </Dialog>
      )}
    </>
  )
}
