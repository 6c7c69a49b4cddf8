import { SharedPreview } from '../../goods/form/GoodsPreview'
import { GoodsWords } from '../../goods/words'
import { eventPreviewOf } from './preview'
import type { EventGoodsValues } from './values'

type Props = { tenantId: string; values: EventGoodsValues }

/** Preview of event goods, as fans of the home brand will see them. */
export const EventGoodsPreview = ({ tenantId, values }: Props) => (
  <GoodsWords>
    <SharedPreview
      ids={{ tenantId, brandId: values.homeBrandId }}
      values={values}
      isForPlans={values.windows.some(({ audience }) => audience === 'plans')}
      itemOf={eventPreviewOf}
    />
  </GoodsWords>
)
