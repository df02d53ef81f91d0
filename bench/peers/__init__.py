"""The Dou Dizhu engines of other projects, asked the same questions as ours."""
