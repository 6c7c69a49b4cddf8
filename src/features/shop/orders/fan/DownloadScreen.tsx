import { chakra } from '@chakra-ui/react'
import { routes, useRouteIds } from '#client/routes.ts'
import { useRead } from '#client/useOperation.ts'
import { LinkButton } from '#ui/Button.tsx'
import { EmptyState } from '#ui/faces/EmptyState.tsx'
import { FailedState } from '#ui/faces/FailedState.tsx'
import { SkeletonText } from '#ui/faces/Skeleton.tsx'
import { FileIcon } from '#ui/look/icons.tsx'
import { FanDownloads } from '../../downloads/fan/FanDownloads'
import { DownloadWords, useDownloadWords } from '../../downloads/words'
import { goodsOrders } from '../contract'

/**
 * Target page of `downloadUrl`. Only the browser knows who is signed in, so this page requests the file's signed URL
 * and opens it: automatically for a single file, by a press for several.
 */
export const DownloadScreen = () => (
  <DownloadWords>
    <Screen />
  </DownloadWords>
)

const Screen = () => {
  const { fan: words } = useDownloadWords()
  const ids = useRouteIds('orderId', 'goodsId')
  const { data, failed } = useRead(goodsOrders.getOrderDetail, ids && { orderId: ids.orderId })
  if (failed)
    return (
      <>
        <FailedState {...failed} />
        <Way>
          <LinkButton href={routes.myOrders()}>{words.toOrders}</LinkButton>
        </Way>
      </>
    )
  if (!ids || !data) return <SkeletonText lines={4} />
  const { orderId, goodsId } = ids
  const files = data.orderDetail.downloads.filter((file) => file.goodsId === goodsId)
  const brandSlug = data.orderDetail.orderedGoods[0]?.bransSlug
  return (
    <>
      {files[0] && brandSlug !== undefined ? (
        <FanDownloads
          downloads={files}
          brandSlug={brandSlug}
          title={files[0].goodsName}
          starts={files.length === 1}
          shownBy={[goodsOrders.getOrderDetail]}
        />
      ) : (
        <EmptyState icon={<FileIcon size={24} />} title={words.none} text={words.noneText} />
      )}
      <Way>
        <LinkButton href={routes.myOrder({ orderId })}>{words.toOrder}</LinkButton>
      </Way>
    </>
  )
}

const Way = chakra('div', { base: { display: 'flex', justifyContent: 'center' } })
