import dynamic from 'next/dynamic'
import { useRouter } from 'next/router'
import { type ReactNode, useMemo, useState } from 'react'
import { routes, useRouteIds } from '#client/routes.ts'
import { useRead, useWrite } from '#client/useOperation.ts'
import { useLocale } from '#client/words.tsx'
import { useMoveToBin, WithBin } from '#club/bin/parts.tsx'
import { AlsoHere } from '#club/presence/AlsoHere.tsx'
import type { ResultOf } from '#kit/contract.ts'
import { Button } from '#ui/Button.tsx'
import { Card, Facts } from '#ui/Card.tsx'
import { Reading } from '#ui/form/Reading.tsx'
import { SaveBar } from '#ui/form/SaveBar.tsx'
import { useStoredForm } from '#ui/form/state/useStoredForm.ts'
import { useUnderway } from '#ui/form/state/useUnderway.ts'
import { ConfirmDialog } from '#ui/overlay/ConfirmDialog.tsx'
import { MoreMenu } from '#ui/overlay/MoreMenu.tsx'
import { toast } from '#ui/overlay/Toaster.tsx'
import { Columns, Page } from '#ui/page/Page.tsx'
import { PendingPage } from '#ui/page/PendingPage.tsx'
import { PublicPageCard } from '#ui/page/PublicPageCard.tsx'
import { dateText } from '#ui/text/DateText.tsx'
import { EditedAt } from '#ui/text/EditedAt.tsx'
import { yenText } from '#ui/text/MoneyText.tsx'
import { useAttempt } from '#ui/useAttempt.ts'
import { goods } from '../contract'
import type { GoodsType } from '../goods'
import { GoodsStateBadge, useGoodsPage } from '../parts'
import { GoodsWords, useGoodsWords } from '../words'
import { GoodsForm } from './GoodsForm'
import { ontoStored } from './ontoStored'
import { type GoodsValues, goodsForm, saidOf, valuesOf, visibleGoodsForm } from './values'

const GoodsPreview = dynamic(() => import('./GoodsPreview').then((m) => m.GoodsPreview), { ssr: false })

const GoodsConflict = dynamic(() => import('./GoodsConflict').then((m) => m.GoodsConflict), { ssr: false })
const StockHistory = dynamic(() => import('./StockHistory').then((m) => m.StockHistory), { ssr: false })

const NewGoods = dynamic(() => import('./NewGoodsScreen').then((m) => m.NewGoods), { ssr: false })

type Ids = { tenantId: string; brandId: string }
type ScreenProps = {
  /** Renders orders and downloads of the goods, which belong to other features. */
  sold: (ids: Ids, goods: { goodsId: string; goodsType: GoodsType }) => ReactNode
}
export const GoodsScreen = ({ sold }: ScreenProps) => (
  <GoodsWords>
    <WithBin>
      <Screen sold={sold} />
    </WithBin>
  </GoodsWords>
)

const Screen = ({ sold }: ScreenProps) => {
  const words = useGoodsWords()
  const ids = useRouteIds('tenantId', 'brandId', 'goodsId')
  const isNew = ids?.goodsId === 'new'
  const read = useRead(goods.getGoods, isNew ? null : ids)
  if (ids && isNew) return <NewGoods ids={{ tenantId: ids.tenantId, brandId: ids.brandId }} />
  if (!ids || !read.data) {
    const text = read.failed && words.refusals[read.failed.code]
    return (
      <PendingPage
        title={words.detail}
        failed={read.failed && { ...read.failed, ...(text && { title: text }) }}
        {...(ids && { back: { href: routes.goods(ids), label: words.title } })}
      />
    )
  }
  const brand = { tenantId: ids.tenantId, brandId: ids.brandId }
  const shown = sold(brand, read.data.goods)
  return read.data.canEdit ? (
    <Editing key={read.data.goods.goodsId} ids={brand} read={read.data} sold={shown} reload={read.reload} />
  ) : (
    <ReadingOnly ids={brand} read={read.data} sold={shown} />
  )
}

type Props = {
  ids: { tenantId: string; brandId: string }
  read: ResultOf<typeof goods.getGoods>
}

const Aside = ({ ids, read: { goods: item, editedBy } }: Props) => {
  const words = useGoodsWords()
  const page = useGoodsPage(ids.brandId)(item)
  const { aside } = words
  const shown = item.variations.filter(({ isHidden }) => !isHidden)
  const sum = (figures: number[]) => figures.reduce((total, figure) => total + figure, 0)
  return (
    <>
      <Card title={aside.title}>
        <Facts
          items={[
            { label: aside.status, value: <GoodsStateBadge goods={item} /> },
            { label: aside.sold, value: sum(item.variations.map(({ sold }) => sold)) },
            {
              label: aside.stock,
              value: shown.some(({ isUnlimited }) => isUnlimited)
                ? words.unlimited
                : sum(shown.map(({ available }) => available)),
            },
            { label: aside.edited, value: <EditedAt at={item.editedAt} by={editedBy} /> },
          ]}
        />
      </Card>
      {page && <PublicPageCard title={aside.page} lead={aside.pageText} page={page} />}
    </>
  )
}

const Editing = ({ ids, read, sold, reload }: Props & { sold: ReactNode; reload: () => void }) => {
  const { goods: item, editedBy } = read
  const words = useGoodsWords()
  const router = useRouter()
  const attempt = useAttempt(words.refusals)
  const stored = useMemo(() => ({ ...item, editedBy }), [item, editedBy])
  const { form, expectedEditedAt, conflict, onConflict } = useStoredForm<GoodsValues, typeof stored>({
    stored,
    valuesOf,
    schema: goodsForm,
    rules: words.rules,
    keep: `goods ${item.goodsId}`,
    onto: ontoStored,
    reload,
  })
  const refresh = { refresh: [goods.getGoods, goods.getGoodsList] }
  const update = useWrite(goods.updateGoods, refresh)
  const setVisibility = useWrite(goods.setGoodsVisibility, refresh)
  const duplicate = useWrite(goods.duplicateGoods, refresh)
  const [isHiding, setHiding] = useState(false)
  const [isUploading, setUploading] = useUnderway()
  const [busy, setBusy] = useState(false)
  const pageOf = useGoodsPage(ids.brandId)
  const named = { ...ids, goodsId: item.goodsId }
  const ways = { onFields: form.showFailure, on: { conflict: onConflict } }
  const store = async (sent: GoodsValues) => {
    const said = { ...named, ...saidOf(sent), expectedEditedAt: expectedEditedAt() }
    const { editedAt } = await update.mutateAsync(said)
    form.saved(sent, editedAt)
  }
  const save = form.submit((sent) =>
    attempt(async () => {
      await store(sent)
      toast({ tone: 'ok', title: words.saved, page: pageOf(item) })
    }, ways),
  )
  const move = async (visibility: 'visible' | 'hidden', done: string) => {
    setBusy(true)
    await attempt(async () => {
      const isDirty = form.formState.isDirty
      if (isDirty) await store(form.getValues())
      // The save above was this writer's own, so it is no conflict.
      await setVisibility.mutateAsync({
        ...named,
        visibility,
        ...(!isDirty && { expectedEditedAt: expectedEditedAt() }),
      })
      toast({ tone: 'ok', title: done, page: pageOf({ ...item, visibility }) })
    }, ways)
    setBusy(false)
    setHiding(false)
  }
  const bin = useMoveToBin(ids, 'goods', [goods.getGoodsList], () => {
    form.discard()
    return router.push(routes.goods(ids))
  })
  const copy = () =>
    attempt(async () => {
      const { goodsId } = await duplicate.mutateAsync(named)
      toast({ tone: 'ok', title: words.duplicated })
      await router.push(routes.goodsItem({ ...ids, goodsId }))
    })
  const isWaiting = busy || isUploading
  const isHidden = item.visibility === 'hidden'
  return (
    <Page
      title={item.name}
      badge={<GoodsStateBadge goods={item} />}
      back={{ href: routes.goods(ids), label: words.title }}
      beside={<AlsoHere ids={ids} kind="goods" itemId={item.goodsId} />}
      actions={
        <>
          {isHidden && (
            <Button
              look="primary"
              disabled={isWaiting}
              onClick={form.submit(() => move('visible', words.moves.shown), visibleGoodsForm)}
            >
              {words.moves.show}
            </Button>
          )}
          <MoreMenu
            look="plain"
            label={words.aside.more}
            items={[
              { key: 'copy', label: words.duplicate, onSelect: () => void copy() },
              ...(isHidden ? [] : [{ key: 'hide', label: words.moves.hide, onSelect: () => setHiding(true) }]),
              bin.entry({ itemId: item.goodsId, name: item.name, editedAt: expectedEditedAt() }),
            ]}
          />
        </>
      }
    >
      <Columns
        aside={
          <>
            <Aside ids={ids} read={read} />
            <GoodsPreview ids={ids} values={form.watch()} />
          </>
        }
      >
        <GoodsForm form={form} ids={ids} isNew={false} onUpload={setUploading} />
        {sold}
        <StockHistory ids={ids} read={read} />
      </Columns>
      <SaveBar form={form} saving={update.isPending || isWaiting} save={words.form.save} onSave={save} />
      <ConfirmDialog
        open={isHiding}
        onClose={() => setHiding(false)}
        title={words.moves.hideTitle(item.name)}
        confirm={words.moves.hide}
        tone="primary"
        onConfirm={() => move('hidden', words.moves.hidden)}
      >
        {words.moves.hideText}
      </ConfirmDialog>
      {bin.dialog}
      <GoodsConflict conflict={conflict} onSave={save} />
    </Page>
  )
}

/** Read-only view, for roles that cannot change goods. */
const ReadingOnly = ({ ids, read, sold }: Props & { sold: ReactNode }) => {
  const { goods: item } = read
  const words = useGoodsWords()
  const locale = useLocale()
  const { form } = words
  return (
    <Page
      title={item.name}
      badge={<GoodsStateBadge goods={item} />}
      back={{ href: routes.goods(ids), label: words.title }}
    >
      <Columns aside={<Aside ids={ids} read={read} />}>
        <Reading
          note={words.readOnly}
          title={form.about}
          items={[
            { label: form.name, value: item.name },
            { label: form.goodsType, value: words.types[item.goodsType] },
            { label: form.price, value: yenText(item.price) },
            { label: form.description, value: item.description },
            {
              label: form.variations,
              value: item.variations
                .map(({ variationName, available, isUnlimited }) =>
                  [variationName, isUnlimited ? words.unlimited : String(available)].filter(Boolean).join(' '),
                )
                .join('\n'),
            },
            { label: form.salesType, value: words.salesTypes[item.salesType] },
            { label: form.start, value: dateText(item.saleStartDateTime, locale, { hour: true }) },
            { label: form.audience, value: words.audiences[item.audience] },
          ]}
        />
        {sold}
        <StockHistory ids={ids} read={read} />
      </Columns>
    </Page>
  )
}
