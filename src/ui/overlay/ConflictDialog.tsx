import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { useLocale } from '#client/words.tsx'
import { Button } from '../Button'
import { SkeletonText } from '../faces/Skeleton'
import type { Conflict } from '../form/state/useStoredForm'
import { usePortalWords } from '../portalWords'
import { dateText } from '../text/DateText'
import { Dialog } from './Dialog'

type ConflictDialogProps<Values> = {
  conflict: Conflict<Values>
  /** How each field is called, and how its value is shown where it is no text. */
  fields: { [Name in keyof Values]: { label: string; show?: (value: Values[Name]) => ReactNode } }
  /** Saves what is in the form now. */
  onSave: () => unknown
}

const Version = chakra('div', {
  base: {
    minW: 0,
    p: 3,
    borderRadius: 'm',
    bg: 'sunken',
    fontSize: '0.875rem',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
    maxH: '180px',
    overflowY: 'auto',
    '& img': { w: '100%', borderRadius: 's' },
  },
  variants: { mine: { true: { bg: 'accentSubtle' } } },
})

/** A save conflict: who saved and when, and both values of each field that differs. */
export const ConflictDialog = <Values,>({ conflict, fields, onSave }: ConflictDialogProps<Values>) => {
  const words = usePortalWords()
  const locale = useLocale()
  const { isOpen, close, theirs, mine, differing } = conflict
  const by = theirs?.editedBy
  const at = theirs ? dateText(theirs.editedAt, locale, { hour: true }) : ''
  const saveMine = () => {
    conflict.keepMine()
    void onSave()
  }
  const version = (name: keyof Values & string, values: Values) =>
    fields[name].show ? fields[name].show(values[name]) : String(values[name] ?? '') || words.notFilledIn
  return (
    <Dialog
      open={isOpen}
      onClose={close}
      title={by?.isMe ? words.conflictMineTitle : words.conflictTitle}
      size="l"
      footer={
        <>
          <Button look="quiet" onClick={close}>
            {words.conflictKeep}
          </Button>
          <Button onClick={conflict.takeTheirs} disabled={!theirs}>
            {words.conflictTakeTheirs}
          </Button>
          {differing.length > 0 && (
            <Button look="primary" onClick={saveMine} data-autofocus>
              {words.conflictSaveMine}
            </Button>
          )}
        </>
      }
    >
      {!theirs ? (
        <SkeletonText lines={4} />
      ) : (
        <chakra.div display="grid" gap={4}>
          <chakra.p fontSize="0.875rem" color="muted">
            {by?.isMe ? words.conflictByMe(at) : words.conflictBy(by?.name ?? '', at)}
            {differing.length === 0 && ` ${words.conflictSame}`}
          </chakra.p>
          {differing.map((name) => (
            <chakra.div key={name} role="group" aria-label={fields[name].label} display="grid" gap={1.5}>
              <chakra.h3 fontSize="0.875rem">{fields[name].label}</chakra.h3>
              <chakra.div display="grid" gap={2} gridTemplateColumns={{ md: '1fr 1fr' }}>
                <div>
                  <chakra.p fontSize="xs" color="muted" mb={1}>
                    {words.conflictMine}
                  </chakra.p>
                  <Version mine>{version(name, mine)}</Version>
                </div>
                <div>
                  <chakra.p fontSize="xs" color="muted" mb={1}>
                    {words.conflictTheirs}
                  </chakra.p>
                  <Version>{version(name, theirs.values)}</Version>
                </div>
              </chakra.div>
            </chakra.div>
          ))}
        </chakra.div>
      )}
    </Dialog>
  )
}
