/** Friends at a table: they hear one's own words there. */

import { api } from '../wire/api';
import type { Table } from '../wire/types';

/** Whether somebody sits or watches there who follows one, and whom one follows. */
export const friendsAt = ({ table, seats }: Table): Promise<boolean> =>
  api.here().then(
    ({ friends }) =>
      friends.some(
        (friend) =>
          friend.mutual && (friend.table?.id === table.id || seats.some(({ player }) => player === friend.id)),
      ),
    () => false,
  );
