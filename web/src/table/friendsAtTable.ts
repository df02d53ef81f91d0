/** Friends at a table. They receive the player's free text there. */

import { api } from '../wire/api';
import type { Table } from '../wire/types';

/** Whether a friend (a mutual follower) sits or watches at the table. */
export const friendsAt = ({ table, seats }: Table): Promise<boolean> =>
  api.here().then(
    ({ friends }) =>
      friends.some(
        (friend) =>
          friend.mutual && (friend.table?.id === table.id || seats.some(({ player }) => player === friend.id)),
      ),
    () => false,
  );
