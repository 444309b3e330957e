"""Where a service may listen."""

import ipaddress
import os

from inherit_fast.errors import ConfigError
from inherit_fast.perception.remote import TOKEN


def token_for(host: str) -> str:
    """The token that requests must bear; empty where only this machine can ask and none is set.

    Raises:
        ConfigError: others can reach the address, and no token is set.
    """
    token = os.environ.get(TOKEN, "")
    if not is_this_machine(host) and not token:
        raise ConfigError(
            f"--host {host} can be reached from elsewhere: set a token in the environment variable"
            f" {TOKEN}, here and where the requests come from"
        )
    return token


def is_this_machine(host: str) -> bool:
    """Whether only programs of this machine can reach the address."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
