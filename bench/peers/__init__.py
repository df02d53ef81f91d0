"""The Dou Dizhu engines of other projects (the peers) are asked the same questions as that of paiju."""
