import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { useAsk } from '#client/useOperation.ts'
import type { ResultOf } from '#kit/contract.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/form/Field.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { useAttempt } from '#ui/useAttempt.ts'
import { bankAccounts } from './contract'
import type { Ids } from './read'
import { useBankWords } from './words'

/** The symbol and number of an account at Japan Post Bank, turned into bank, branch and number. */
export const Yucho = ({
  ids,
  onFound,
}: {
  ids: Ids
  onFound: (found: ResultOf<typeof bankAccounts.convertYucho>) => void
}) => {
  const { form, refusals } = useBankWords()
  const attempt = useAttempt(refusals)
  const ask = useAsk()
  const [kigou, setKigou] = useState('')
  const [bangou, setBangou] = useState('')
  return (
    <chakra.details borderWidth="1px" borderColor="border" borderRadius="m" px={4} py={3}>
      <chakra.summary cursor="pointer" fontSize="0.875rem" fontWeight="semibold">
        {form.yucho}
      </chakra.summary>
      <chakra.div display="flex" gap={3} alignItems="flex-end" flexWrap="wrap" mt={3}>
        <Field label={form.kigou}>
          <TextInput
            w="120px"
            inputMode="numeric"
            maxLength={8}
            value={kigou}
            onChange={(event) => setKigou(event.currentTarget.value)}
          />
        </Field>
        <Field label={form.bangou}>
          <TextInput
            w="160px"
            inputMode="numeric"
            maxLength={12}
            value={bangou}
            onChange={(event) => setBangou(event.currentTarget.value)}
          />
        </Field>
        <Button
          disabled={kigou.trim() === '' || bangou.trim() === ''}
          onClick={() => attempt(async () => onFound(await ask(bankAccounts.convertYucho, { ...ids, kigou, bangou })))}
        >
          {form.convert}
        </Button>
      </chakra.div>
    </chakra.details>
  )
}
