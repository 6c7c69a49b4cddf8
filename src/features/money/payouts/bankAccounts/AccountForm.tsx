import { chakra } from '@chakra-ui/react'
import { type Ref, useEffect, useRef, useState } from 'react'
import { useRead, useWrite } from '#client/useOperation.ts'
import { useLocale } from '#client/words.tsx'
import type { ResultOf } from '#kit/contract.ts'
import { startOfDay } from '#kit/days.ts'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Card.tsx'
import { Field, Fields } from '#ui/form/Field.tsx'
import { useReveal } from '#ui/form/state/useReveal.ts'
import { Select, TextInput } from '#ui/form/TextInput.tsx'
import { toast } from '#ui/overlay/Toaster.tsx'
import { dateText } from '#ui/text/DateText.tsx'
import { useAttempt } from '#ui/useAttempt.ts'
import { useDebounced } from '#ui/useDebounced.ts'
import { bankAccounts } from './contract'
import { type HolderType, holderMost, holderWidth, normalizeHolder } from './kana'
import type { Ids } from './read'
import { useBankWords } from './words'
import { Yucho } from './Yucho'

type Found = ResultOf<typeof bankAccounts.searchBanks>['found'][number]
type Chosen = { code: string; name: string }
type AccountType = 'ordinary' | 'checking' | 'savings'

/** Steps: bank, branch, type, number, holder. The last one previews the name in the bank's format. */
export const AccountForm = ({ ids, tableDate, onSaved }: { ids: Ids; tableDate: string; onSaved: () => void }) => {
  const words = useBankWords()
  const { form } = words
  const locale = useLocale()
  const attempt = useAttempt(words.refusals)
  const reveal = useReveal()
  const write = useWrite(bankAccounts.saveBankAccount, { refresh: [bankAccounts.getBankAccount] })
  const [bank, setBank] = useState<Chosen | null>(null)
  const [branch, setBranch] = useState<Chosen | null>(null)
  const [isManual, setManual] = useState(false)
  const [accountType, setType] = useState<AccountType>('ordinary')
  const [number, setNumber] = useState('')
  const [holderName, setHolder] = useState('')
  const [holderType, setHolderType] = useState<HolderType>('individual')
  const [isTried, setTried] = useState(false)
  const branchField = useRef<HTMLInputElement>(null)
  const typeField = useRef<HTMLSelectElement>(null)
  /** What was pressed is gone: the focus goes on to the next step, rather than to the top of the page. */
  const goesOnTo = useRef<typeof branchField | typeof typeField>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each choice, even of the same one.
  useEffect(() => {
    goesOnTo.current?.current?.focus()
    goesOnTo.current = null
  }, [bank, branch])
  const digits = number.normalize('NFKC').replace(/[\s-]/g, '')
  const accountNumber = /^\d{1,7}$/.test(digits) ? digits.padStart(7, '0') : null
  const holder = normalizeHolder(holderName, holderType)
  const isHolderRight = holder.invalid.length === 0 && holder.width <= holderMost && !holder.warnings.includes('noKana')
  const isPlaceRight = bank !== null && branch !== null && /^\d{4}$/.test(bank.code) && /^\d{3}$/.test(branch.code)

  const save = () => {
    setTried(true)
    if (!bank || !branch || !isPlaceRight || accountNumber === null || !isHolderRight) return reveal()
    void attempt(async () => {
      await write.mutateAsync({
        ...ids,
        bankCode: bank.code,
        branchCode: branch.code,
        accountType,
        accountNumber,
        holderName,
        holderType,
        bankName: bank.name,
        branchName: branch.name,
      })
      toast({ tone: 'ok', title: form.saved })
      onSaved()
    })
  }

  return (
    <Fields>
      <Yucho
        ids={ids}
        onFound={(found) => {
          setBank({ code: found.bankCode, name: found.bankName })
          setBranch({ code: found.branchCode, name: found.branchName })
          setType(found.accountType)
          setNumber(found.accountNumber)
          if (found.branchName === '') setManual(true)
        }}
      />
      {isManual ? (
        <Manual bank={bank} branch={branch} setBank={setBank} setBranch={setBranch} />
      ) : (
        <>
          <BankSearch
            ids={ids}
            chosen={bank}
            error={isTried && !bank ? form.missing : undefined}
            onChoose={(one) => {
              goesOnTo.current = branchField
              setBank(one)
              setBranch(null)
            }}
          />
          <BranchSearch
            key={bank?.code}
            field={branchField}
            ids={ids}
            bankCode={bank?.code}
            chosen={branch}
            error={isTried && bank && !branch ? form.missing : undefined}
            onChoose={(one) => {
              goesOnTo.current = typeField
              setBranch(one)
            }}
          />
        </>
      )}
      <div>
        <Button look="link" onClick={() => setManual(!isManual)}>
          {isManual ? form.bankStep : form.manual}
        </Button>
        <chakra.p fontSize="xs" color="muted">
          {form.tableDate(dateText(startOfDay(tableDate), locale))}
        </chakra.p>
      </div>
      {isManual && isTried && !isPlaceRight && (
        <Notice tone="bad" role="alert" data-invalid>
          {form.missing}
        </Notice>
      )}
      <Field label={form.step(3, form.typeStep)}>
        <Select
          ref={typeField}
          w="200px"
          value={accountType}
          onChange={(event) => setType(event.currentTarget.value as AccountType)}
          options={(['ordinary', 'checking', 'savings'] as const).map((one) => ({
            value: one,
            label: words.types[one],
          }))}
        />
      </Field>
      <Field
        label={form.step(4, form.numberStep)}
        hint={form.numberHint}
        {...(isTried && accountNumber === null && { error: form.numberWrong })}
      >
        <TextInput
          w="200px"
          inputMode="numeric"
          autoComplete="off"
          maxLength={10}
          value={number}
          onChange={(event) => setNumber(event.currentTarget.value)}
        />
      </Field>
      <Field label={form.holderType}>
        <Select
          w="200px"
          value={holderType}
          onChange={(event) => setHolderType(event.currentTarget.value as HolderType)}
          options={(['individual', 'corporation'] as const).map((one) => ({
            value: one,
            label: form.holderTypes[one],
          }))}
        />
      </Field>
      <Field
        label={form.step(5, form.holderStep)}
        hint={form.holderHint}
        {...(holder.invalid.length > 0 && { error: form.invalid(holder.invalid.join(' ')) })}
        {...(holder.width > holderMost && { error: form.tooWide })}
        {...(isTried &&
          holder.invalid.length === 0 &&
          holder.warnings.includes('noKana') && { error: form.holderMissing })}
      >
        <TextInput
          maxLength={100}
          autoComplete="off"
          value={holderName}
          onChange={(event) => setHolder(event.currentTarget.value)}
        />
      </Field>
      {holderName !== '' && (
        <Notice tone={isHolderRight ? 'info' : 'warn'} aria-live="polite">
          <chakra.span display="block" fontSize="xs">
            {form.preview}
          </chakra.span>
          <chakra.span fontFamily="monospace" fontSize="lg" fontWeight="bold" lang="ja">
            {holder.text || '—'}
          </chakra.span>
          <chakra.span display="block" fontSize="xs">
            {form.width(holder.width, holderWidth)}
            {holder.warnings.includes('changed') && ` · ${form.changed}`}
            {holder.warnings.includes('noSpace') && ` · ${form.noSpace}`}
            {holder.width > holderWidth && ` · ${form.cut(holder.text.slice(0, holderWidth))}`}
          </chakra.span>
        </Notice>
      )}
      <chakra.div display="flex" alignItems="center" gap={3} flexWrap="wrap">
        <Button look="primary" busy={write.isPending} onClick={save}>
          {form.save}
        </Button>
        <chakra.span fontSize="sm" color="muted">
          {form.warnFee}
        </chakra.span>
      </chakra.div>
    </Fields>
  )
}

type SearchProps = {
  label: string
  hint: string
  field?: Ref<HTMLInputElement>
  disabled?: boolean
  error: string | undefined
  chosen: Chosen | null
  found: readonly Found[] | undefined
  q: string
  setQ: (q: string) => void
  onChoose: (one: Chosen) => void
}
const Option = chakra('button', {
  base: {
    display: 'flex',
    gap: 3,
    w: '100%',
    px: 3,
    py: 2,
    fontSize: '0.875rem',
    textAlign: 'start',
    borderRadius: 's',
    cursor: 'pointer',
    _hover: { bg: 'hover' },
  },
})
const Search = ({ label, hint, field, disabled, error, chosen, found, q, setQ, onChoose }: SearchProps) => {
  const { form } = useBankWords()
  return (
    <Field label={label} hint={hint} {...(error && { error })}>
      <TextInput
        ref={field}
        disabled={disabled}
        value={q}
        autoComplete="off"
        maxLength={40}
        placeholder={chosen ? `${chosen.name} (${chosen.code})` : ''}
        onChange={(event) => setQ(event.currentTarget.value)}
      />
      {chosen && q === '' && (
        <chakra.p fontWeight="semibold" fontSize="0.875rem">
          {chosen.name} ({chosen.code})
        </chakra.p>
      )}
      {q !== '' && found && (
        <chakra.ul maxH="220px" overflowY="auto" borderWidth="1px" borderColor="border" borderRadius="m" p={1}>
          {found.length === 0 && (
            <chakra.li px={3} py={2} fontSize="0.875rem" color="muted">
              {form.noResult}
            </chakra.li>
          )}
          {found.slice(0, 20).map(({ code, name, kana }) => (
            <li key={code}>
              <Option
                type="button"
                onClick={() => {
                  onChoose({ code, name })
                  setQ('')
                }}
              >
                <chakra.span color="muted" fontVariantNumeric="tabular-nums">
                  {code}
                </chakra.span>
                <chakra.span fontWeight="semibold">{name}</chakra.span>
                <chakra.span color="muted">{kana}</chakra.span>
              </Option>
            </li>
          ))}
        </chakra.ul>
      )}
    </Field>
  )
}

type PickProps = { ids: Ids; chosen: Chosen | null; error: string | undefined; onChoose: (one: Chosen) => void }
const BankSearch = ({ ids, chosen, error, onChoose }: PickProps) => {
  const { form } = useBankWords()
  const [q, setQ] = useState('')
  const asked = useDebounced(q.trim())
  const { data } = useRead(bankAccounts.searchBanks, asked === '' ? null : { ...ids, q: asked })
  return (
    <Search
      label={form.step(1, form.bankStep)}
      hint={form.bankHint}
      error={error}
      chosen={chosen}
      found={data?.found}
      q={q}
      setQ={setQ}
      onChoose={onChoose}
    />
  )
}
type BranchProps = PickProps & { bankCode: string | undefined; field: Ref<HTMLInputElement> }
const BranchSearch = ({ ids, bankCode, field, chosen, error, onChoose }: BranchProps) => {
  const { form } = useBankWords()
  const [q, setQ] = useState('')
  const asked = useDebounced(q.trim())
  const { data } = useRead(
    bankAccounts.searchBranches,
    asked === '' || !bankCode ? null : { ...ids, bankCode, q: asked },
  )
  return (
    <Search
      label={form.step(2, form.branchStep)}
      hint={bankCode ? form.branchHint : form.branchLater}
      field={field}
      disabled={!bankCode}
      error={error}
      chosen={chosen}
      found={data?.found}
      q={q}
      setQ={setQ}
      onChoose={onChoose}
    />
  )
}

type ManualProps = {
  bank: Chosen | null
  branch: Chosen | null
  setBank: (one: Chosen) => void
  setBranch: (one: Chosen) => void
}
const Manual = ({ bank, branch, setBank, setBranch }: ManualProps) => {
  const { form } = useBankWords()
  const [shownBank, shownBranch] = [bank ?? { code: '', name: '' }, branch ?? { code: '', name: '' }]
  return (
    <Fields>
      <Notice tone="warn">{form.manualNote}</Notice>
      <chakra.div display="grid" gap={4} gridTemplateColumns={{ md: '160px minmax(0, 1fr)' }}>
        <Field label={form.bankCode}>
          <TextInput
            inputMode="numeric"
            maxLength={4}
            value={shownBank.code}
            onChange={(event) => setBank({ ...shownBank, code: event.currentTarget.value })}
          />
        </Field>
        <Field label={form.bankName}>
          <TextInput
            maxLength={40}
            value={shownBank.name}
            onChange={(event) => setBank({ ...shownBank, name: event.currentTarget.value })}
          />
        </Field>
        <Field label={form.branchCode}>
          <TextInput
            inputMode="numeric"
            maxLength={3}
            value={shownBranch.code}
            onChange={(event) => setBranch({ ...shownBranch, code: event.currentTarget.value })}
          />
        </Field>
        <Field label={form.branchName}>
          <TextInput
            maxLength={40}
            value={shownBranch.name}
            onChange={(event) => setBranch({ ...shownBranch, name: event.currentTarget.value })}
          />
        </Field>
      </chakra.div>
    </Fields>
  )
}
