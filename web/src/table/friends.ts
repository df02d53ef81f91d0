/** Friends at a table; they receive the player's free-text messages there. */

import { api } from '../wire/api';
import type { Table } from '../wire/types';

/** Whether a mutual follower sits or watches at the table. */
export const friendsAt = ({ table, seats }: Table): Promise<boolean> =>
  api.here().then(
    ({ friends }) =>
      friends.some(
        (friend) =>
          friend.mutual && (friend.table?.id === table.id || seats.some(({ player }) => player === friend.id)),
      ),
    () => false,
  );
