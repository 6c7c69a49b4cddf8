import { useCallback, useEffect, useRef, useState } from 'react'
import type { DefaultValues, FieldValues } from 'react-hook-form'
import type { z } from 'zod'
import type { Instant } from '#kit/time.ts'
import { type RuleWords, useZodForm, type ZodForm } from './useZodForm'

/** The last editor; `isMe` where the reader saved it in another tab or on another machine. */
export type EditedBy = { name: string; isMe: boolean } | null

type Stored = { editedAt: Instant; editedBy: EditedBy }

type Options<Values extends FieldValues, Of extends Stored> = {
  /** The read's result; a newer one replaces the form's values while nobody has edited them. */
  stored: Of
  /** A function made outside the component. */
  valuesOf: (stored: Of) => Values
  schema: z.ZodType
  rules?: RuleWords
  keep?: string
  /** Repeats the read; called after a save conflict. */
  reload: () => void
  /**
   * What was typed, over what is stored now: for values that are sent as a difference, or whose parts get ids by being stored. Made outside
   * the component. Without it a field that was typed into is put over the stored one as it is.
   */
  onto?: (mine: Values, stored: Values) => Values
}

export type Conflict<Values> = {
  isOpen: boolean
  close: () => void
  /** Null until the newer version has come. */
  theirs: { values: Values; editedAt: Instant; editedBy: EditedBy } | null
  mine: Values
  /** The fields that the reader changed and that now differ from what is stored. */
  differing: (keyof Values & string)[]
  /** Puts the reader's changes over the newer version; save afterwards. */
  keepMine: () => void
  /** Throws the reader's changes away. */
  takeTheirs: () => void
}

/**
 * A form over something that is stored and that others may save meanwhile.
 *
 *   const { form, expectedEditedAt, conflict, onConflict } = useStoredForm({ stored: plan, valuesOf, schema, reload })
 *   const save = form.submit((values) => attempt(async () => {
 *     const { editedAt } = await update.mutateAsync({ ...values, expectedEditedAt: expectedEditedAt() })
 *     form.saved(values, editedAt)
 *   }, { onFields: form.showFailure, on: { conflict: onConflict } }))
 *
 * A save that came second opens ConflictDialog with `conflict`. Fields that the reader has not touched always take what
 * is stored, so that "save mine" overwrites nothing that they never looked at. `saved` gets the version that was made, where the write answers
 * it: what is read afterwards may be of somebody who saved right after.
 */
export const useStoredForm = <Values extends FieldValues, Of extends Stored>(options: Options<Values, Of>) => {
  const { stored, valuesOf, schema, rules, keep, reload, onto } = options
  const base = useZodForm<Values>({
    schema,
    values: valuesOf(stored) as DefaultValues<Values>,
    ...(rules && { rules }),
    ...(keep && { keep }),
  })
  const [ground, setGround] = useState(stored)
  const [isOpen, setOpen] = useState(false)
  const { isDirty, dirtyFields } = base.formState
  const { reset, getValues, setValue } = base
  const expected = useRef(ground.editedAt)
  /** Our own save, of which nothing was read yet; the version that it made, where that is known. */
  const takesNext = useRef<{ version: Instant | undefined } | null>(null)
  const latest = useRef(stored)
  latest.current = stored
  const shown = useRef(getValues())
  shown.current = getValues()

  const begin = useCallback((from: Of) => {
    expected.current = from.editedAt
    setGround(from)
  }, [])
  /** Begins from this version, with these fields as they were typed. */
  const follow = useCallback(
    (from: Of, names: readonly string[]) => {
      const next = valuesOf(from)
      const mine = onto ? onto(getValues(), next) : getValues()
      const typed = names.map((name) => [name, mine[name]] as const)
      begin(from)
      reset(next)
      for (const [name, value] of typed) setValue(name as never, value as never, { shouldDirty: true })
    },
    [valuesOf, onto, getValues, begin, reset, setValue],
  )
  useEffect(() => {
    if (ground === stored) return
    // The version that the changes began from stays, so that a stale save is noticed.
    const own = takesNext.current
    // It was asked before our save was there.
    if (own?.version !== undefined && stored.editedAt < own.version) return setGround(stored)
    takesNext.current = null
    if (own && (own.version === undefined || own.version === stored.editedAt)) {
      if (onto) follow(stored, Object.keys(dirtyFields))
      else begin(stored)
    } else if (!isDirty) {
      // A key that was pressed between rendering and this effect is kept, on top of the newer version.
      const typed = Object.entries(getValues()).filter(
        ([name, value]) => JSON.stringify(value) !== JSON.stringify(shown.current[name]),
      )
      begin(stored)
      reset(valuesOf(stored))
      for (const [name, value] of typed) setValue(name as never, value as never, { shouldDirty: true })
    }
  }, [ground, stored, isDirty, dirtyFields, reset, getValues, setValue, valuesOf, begin, onto, follow])

  const form: ZodForm<Values> = base
  const savedBase = base.saved
  const saved = (sent: Values, version?: Instant) => {
    const read = latest.current
    // Input typed during our own save is based on the version that this save stored.
    if (version !== undefined) expected.current = version
    if (read === ground || (version !== undefined && read.editedAt < version)) takesNext.current = { version }
    else if (version === undefined || read.editedAt === version) begin(read)
    savedBase(sent)
    if (!onto || takesNext.current || expected.current !== read.editedAt) return
    const now = getValues()
    follow(
      read,
      Object.keys(now).filter((name) => JSON.stringify(now[name]) !== JSON.stringify(sent[name])),
    )
  }
  const discardBase = base.discard
  const discard = () => {
    discardBase()
    begin(latest.current)
    reset(valuesOf(latest.current))
  }

  const isNewer = stored.editedAt > expected.current
  const theirs = isNewer ? valuesOf(stored) : null
  const mine = theirs && onto ? onto(getValues(), theirs) : getValues()
  const touched = Object.keys(dirtyFields) as (keyof Values & string)[]
  const conflict: Conflict<Values> = {
    isOpen,
    close: () => setOpen(false),
    mine,
    theirs: theirs && { values: theirs, editedAt: stored.editedAt, editedBy: stored.editedBy },
    differing: theirs ? touched.filter((name) => JSON.stringify(mine[name]) !== JSON.stringify(theirs[name])) : [],
    keepMine: () => {
      follow(stored, touched)
      setOpen(false)
    },
    takeTheirs: () => {
      discard()
      setOpen(false)
    },
  }
  const onConflict = () => {
    setOpen(true)
    reload()
  }
  return {
    form: Object.assign(form, { saved, discard }),
    /** For the payload: the moment of the version that the changes began from. */
    expectedEditedAt: () => expected.current,
    conflict,
    onConflict,
  }
}
