import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { useUpload } from '#client/useUpload.ts'
import { uploads } from '#club/uploads/contract.ts'
import { IconButton } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Field } from '#ui/form/Field.tsx'
import { ImageField } from '#ui/form/ImageField.tsx'
import type { ZodForm } from '#ui/form/state/useZodForm.ts'
import { TextInput } from '#ui/form/TextInput.tsx'
import { ChevronLeftIcon, ChevronRightIcon, TrashIcon } from '#ui/look/icons.tsx'
import { Picture } from '#ui/Picture.tsx'
import { mostPictures } from '../contract'
import { useGoodsWords } from '../words'
import type { GoodsValues } from './values'

type Props = {
  form: ZodForm<GoodsValues>
  ids: { tenantId: string; brandId: string }
  onUpload: (busy: boolean) => void
}

const moved = <Item,>(list: readonly Item[], from: number, to: number): Item[] => {
  const rest = list.filter((_, n) => n !== from)
  const one = list[from]
  return one === undefined ? [...list] : [...rest.slice(0, to), one, ...rest.slice(to)]
}

/** Pictures in display order; reordered by dragging or with buttons. */
export const PictureFields = ({ form, ids, onUpload }: Props) => {
  const { form: words } = useGoodsWords()
  const upload = useUpload(uploads.getSignedUrlForPlanContentAttachmentUpload, ids)
  const pictures = form.watch('thumbnails')
  const [dragged, setDragged] = useState<number | null>(null)
  const [over, setOver] = useState<number | null>(null)
  const write = (next: GoodsValues['thumbnails']) =>
    form.setValue('thumbnails', next, { shouldDirty: true, shouldTouch: true })
  const drop = (to: number) => {
    if (dragged !== null && dragged !== to) write(moved(form.getValues('thumbnails'), dragged, to))
    setDragged(null)
    setOver(null)
  }
  return (
    <Card title={words.pictures} lead={words.picturesHint}>
      <chakra.ul
        display="grid"
        gap={4}
        gridTemplateColumns={{ base: 'repeat(2, minmax(0, 1fr))', md: 'repeat(3, minmax(0, 1fr))' }}
      >
        {/* One picture may stand twice: its place tells it apart. */}
        {[...pictures.keys()].map((n) => {
          const one = pictures[n]
          if (!one) return null
          return (
            <chakra.li
              key={n}
              draggable
              onDragStart={() => setDragged(n)}
              onDragEnd={() => drop(dragged ?? n)}
              onDragOver={(event) => {
                event.preventDefault()
                setOver(n)
              }}
              onDrop={(event) => {
                event.preventDefault()
                drop(n)
              }}
              display="grid"
              gridTemplateColumns="minmax(0, 1fr)"
              gap={2}
              alignContent="start"
              minW={0}
              opacity={dragged === n ? 0.5 : 1}
              outline={over === n && dragged !== null && dragged !== n ? '2px solid' : undefined}
              outlineColor="accent"
              outlineOffset="4px"
              borderRadius="m"
              cursor="grab"
            >
              <chakra.span position="relative" aspectRatio="1" borderRadius="m" overflow="hidden" bg="sunken">
                <Picture
                  src={one.url}
                  alt={one.alt}
                  draggable={false}
                  sizes="220px"
                  w="100%"
                  h="100%"
                  position="absolute"
                  inset={0}
                />
                <chakra.span
                  position="absolute"
                  left={2}
                  top={2}
                  px={2}
                  borderRadius="full"
                  bg="surface"
                  color="text"
                  fontSize="xs"
                  fontWeight="semibold"
                >
                  {words.picture(n + 1)}
                </chakra.span>
              </chakra.span>
              <chakra.span display="flex" alignItems="center" justifyContent="space-between">
                <IconButton
                  label={words.forward(n + 1)}
                  disabled={n === 0}
                  onClick={() => write(moved(pictures, n, n - 1))}
                >
                  <ChevronLeftIcon size={16} />
                </IconButton>
                <IconButton
                  label={words.backward(n + 1)}
                  disabled={n === pictures.length - 1}
                  onClick={() => write(moved(pictures, n, n + 1))}
                >
                  <ChevronRightIcon size={16} />
                </IconButton>
                <IconButton
                  label={words.removePicture(n + 1)}
                  onClick={() => write(pictures.filter((_, place) => place !== n))}
                >
                  <TrashIcon size={16} />
                </IconButton>
              </chakra.span>
              <TextInput
                aria-label={`${words.alt} ${n + 1}`}
                placeholder={words.alt}
                maxLength={200}
                value={one.alt}
                onChange={(event) => {
                  const alt = event.currentTarget.value
                  write(pictures.map((each, place) => (place === n ? { ...each, alt } : each)))
                }}
              />
            </chakra.li>
          )
        })}
      </chakra.ul>
      {pictures.length < mostPictures && (
        <chakra.div mt={pictures.length > 0 ? 5 : 0}>
          <ImageField
            // A new key for each picture resets the field, because the uploaded picture is now in the list above.
            key={pictures.length}
            label={words.addPicture}
            value=""
            onChange={(url) => {
              if (url) write([...form.getValues('thumbnails'), { url, alt: '' }])
            }}
            upload={upload}
            aspect={1}
            shape="square"
            optional
            onBusy={onUpload}
          />
        </chakra.div>
      )}
      {form.formState.errors.thumbnails?.message && (
        <Field label={words.pictures} error={form.formState.errors.thumbnails.message}>
          <span />
        </Field>
      )}
    </Card>
  )
}
