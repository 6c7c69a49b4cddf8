import { useEffect, useState } from 'react'
import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form'

/**
 * The record that the form began with. What is saved elsewhere becomes the new ground only while nothing is being
 * written: a stale save has to look stale, so it is sent with the ground's `editedAt` and not with the newest one.
 */
export const useGround = <Values extends FieldValues, Stored>(
  form: UseFormReturn<Values>,
  stored: Stored,
  valuesOf: (stored: Stored) => DefaultValues<Values>,
): Stored => {
  const [ground, setGround] = useState(stored)
  const { isDirty } = form.formState
  const { reset } = form
  useEffect(() => {
    if (isDirty || ground === stored) return
    setGround(stored)
    reset(valuesOf(stored))
  }, [ground, stored, isDirty, reset, valuesOf])
  return ground
}
