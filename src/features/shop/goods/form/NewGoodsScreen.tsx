import dynamic from 'next/dynamic'
import { useRouter } from 'next/router'
import { useState } from 'react'
import { routes } from '#client/routes.ts'
import { useRead, useWrite } from '#client/useOperation.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/faces/EmptyState.tsx'
import { SaveBar } from '#ui/form/SaveBar.tsx'
import { useUnderway } from '#ui/form/state/useUnderway.ts'
import { useZodForm } from '#ui/form/state/useZodForm.ts'
import { LockIcon } from '#ui/look/icons.tsx'
import { toast } from '#ui/overlay/Toaster.tsx'
import { Columns, Page } from '#ui/page/Page.tsx'
import { useAttempt } from '#ui/useAttempt.ts'
import { goods } from '../contract'
import { useGoodsWords } from '../words'
import { GoodsForm } from './GoodsForm'
import { emptyGoods, type GoodsValues, goodsForm, saidOf, visibleGoodsForm } from './values'

const GoodsPreview = dynamic(() => import('./GoodsPreview').then((m) => m.GoodsPreview), { ssr: false })

const hour = 3_600_000

/** New goods are hidden until published, here or on their own page. */
export const NewGoods = ({ ids }: { ids: { tenantId: string; brandId: string } }) => {
  const words = useGoodsWords()
  const router = useRouter()
  const attempt = useAttempt(words.refusals)
  const [begun] = useState(() => Math.floor(Date.now() / hour) * hour)
  const form = useZodForm<GoodsValues>({
    schema: goodsForm,
    values: emptyGoods(begun),
    rules: words.rules,
    keep: 'newGoods',
  })
  const create = useWrite(goods.createGoods, { refresh: [goods.getGoodsList], keep: 'newGoods' })
  const [isUploading, setUploading] = useUnderway()
  const mayCreate = useRead(goods.getGoodsList, { ...ids, pagination: { limit: 1, offset: 0 } }).data?.canEdit
  const saveAs = (visibility: 'visible' | 'hidden') =>
    form.submit(
      (sent) =>
        attempt(
          async () => {
            const { goodsId } = await create.mutateAsync({
              ...ids,
              ...saidOf(sent),
              goodsType: sent.goodsType,
              visibility,
            })
            form.saved(form.getValues())
            toast({ tone: 'ok', title: visibility === 'visible' ? words.published : words.created })
            await router.push(routes.goodsItem({ ...ids, goodsId }))
          },
          { onFields: form.showFailure },
        ),
      visibility === 'visible' ? visibleGoodsForm : undefined,
    )
  const isBusy = create.isPending || isUploading
  return (
    <Page
      title={words.createTitle}
      back={{ href: routes.goods(ids), label: words.title }}
      actions={
        mayCreate && (
          <Button look="primary" onClick={saveAs('visible')} disabled={isBusy}>
            {words.form.publish}
          </Button>
        )
      }
    >
      {mayCreate === false ? (
        <Card>
          <EmptyState icon={<LockIcon size={24} />} title={words.readOnlyTitle} text={words.readOnly} />
        </Card>
      ) : (
        <Columns aside={<GoodsPreview ids={ids} values={form.watch()} />}>
          <GoodsForm form={form} ids={ids} isNew onUpload={setUploading} />
        </Columns>
      )}
      <SaveBar form={form} saving={isBusy} save={words.form.saveHidden} onSave={saveAs('hidden')} />
    </Page>
  )
}
